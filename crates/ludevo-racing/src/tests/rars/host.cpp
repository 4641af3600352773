// Shows a robot one situation after the other and prints what it asks for. First the track, then a line for each step.
#include <cstdio>
#include <vector>

#include "car.h"
#include "track.h"

Driver* getChampionInstance();

static std::vector<segment> segments;
static double width;

track_desc get_track_description() { return {static_cast<int>(segments.size()), width, segments.data()}; }

int main() {
  int count = 0;
  if (std::scanf("%d %lf", &count, &width) != 2) return 1;
  segments.resize(count);
  for (segment& one : segments)
    if (std::scanf("%lf %lf", &one.radius, &one.length) != 2) return 1;
  Driver* robot = getChampionInstance();
  situation s = {};
  s.starting = 1;
  while (std::scanf("%lf %lf %lf %lf %lf %lf %ld %d %d", &s.to_lft, &s.to_rgt, &s.to_end, &s.v, &s.vn, &s.fuel, &s.damage,
                    &s.seg_ID, &s.backward) == 9) {
    const con_vec asked = robot->drive(s);
    std::printf("%.17g %.17g\n", asked.alpha, asked.vc);
    s.starting = 0;
  }
}
