#ifndef TICKGRAPH_VERSION_H_
#define TICKGRAPH_VERSION_H_

// The version of the library, and the only place where it is written: the build reads these lines.
// Versions follow SemVer. While the major number is 0, a new minor number may change the API.

#define TICKGRAPH_VERSION_MAJOR 0
#define TICKGRAPH_VERSION_MINOR 1
#define TICKGRAPH_VERSION_PATCH 0

#endif  // TICKGRAPH_VERSION_H_
