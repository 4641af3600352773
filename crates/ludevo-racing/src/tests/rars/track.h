// The description of a track that robots of RARS may ask for.
#pragma once

struct segment {
  double radius, length;
};

struct track_desc {
  int NSEG;
  double width;
  segment* seg;
};

track_desc get_track_description();
