# What Doxygen sees instead of our headers' text.
# Rulers between sections describe nothing.
s|^ *// ?-{2,}.*||
# Plain comment lines are documentation, too.
s|^( *)//( \|$)|\1///\2|
# Code in a comment is indented by two spaces more than the text; Markdown wants four or more.
s|^( *)///   |\1///       |
# Specialisations of standard templates confuse Doxygen 1.9.
/^template <>$/,/^};$/s/.*//
