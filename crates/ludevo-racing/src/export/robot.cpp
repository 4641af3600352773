// @NAME@: a driver for RARS 0.91.2, evolved by Ludevo. Licensed under either of Apache License 2.0 or MIT license.
//
// @CLASS@. Put it among the robots of RARS and name @NAME@ in its list of drivers.

#include <cmath>
#include <vector>

#include "car.h"
#include "track.h"

namespace {

const double GRIP = 1.05 * 32.2;

struct Piece {
  double right, left, extent, feet;    // radii of the walls, feet or radians, feet along the middle
  double x, y, sine, cosine;           // start of the right wall and its direction
  double end, end_sine, end_cosine;    // direction at the end
  double cx, cy;                       // centre of a bend
};

struct View {
  double CR, NR, TE, NL, V, NV, TL, TR, TW, AH, AA;
};

double within(double x, double low, double high) { return x < low ? low : x > high ? high : x; }
double feet(double x) { return within(x / 400, -100, 100); }
double speed(double x) { return within(x / 100, -10, 10); }
[[maybe_unused]] double kept_finite(double x) { return within(x, -1.7976931348623157e308, 1.7976931348623157e308); }
[[maybe_unused]] double quotient(double x, double y) { return y == 0 ? 0 : kept_finite(x / y); }
[[maybe_unused]] double apply_abs(double x) { return std::fabs(x); }
[[maybe_unused]] double apply_sqrt(double x) { return x > 0 ? std::sqrt(x) : 0; }
[[maybe_unused]] double apply_log(double x) { return std::log(x > 1e-6 ? x : 1e-6); }
[[maybe_unused]] double apply_exp(double x) { return std::exp(x < -20 ? -20 : x > 20 ? 20 : x); }
[[maybe_unused]] double apply_positive(double x) { return x > 0 ? x : 0; }
[[maybe_unused]] double apply_tan(double x) { return std::fabs(x) < 1e15 ? std::tan(x) : 0; }

// The slip at which tyres give a force, for each unit of mass.
double slip_for(double force) { return -2 * std::log(1 - force / GRIP); }

// The wheels that give a car accelerations along its motion and to the left.
[[maybe_unused]] void wheels(const situation& s, double along, double across, con_vec& result) {
  const double mass = 75 + s.fuel / 32.2, most = 0.985 * GRIP, power = 0.9999 * 1e5;
  along += 0.0065 * s.v * s.v * (2.0 * s.damage + 30000) / 30000 / mass;
  const double side = along < 0 ? 0.96 * most : most;
  across = within(across, -side, side);
  const double left = std::sqrt(std::fmax(most * most - across * across, 0));
  along = within(along, -left, left);
  if (along > 0) {
    double low = 0, high = along;
    for (int i = 0; i <= 24; ++i) {
      const double tried = i == 0 ? along : (low + high) / 2, f = std::sqrt(tried * tried + across * across);
      const bool too_much = mass * (tried * s.v + slip_for(f) * f) > power;
      if (i == 0 && !too_much) { low = along; break; }
      if (too_much) high = tried; else low = tried;
    }
    along = low;
  }
  const double force = std::sqrt(along * along + across * across);
  if (force < 1e-9) { result.alpha = 0; result.vc = s.v; return; }
  const double slip = slip_for(force), ahead = s.v + slip * along / force, aside = slip * across / force;
  result.alpha = std::atan2(aside, ahead);
  result.vc = std::sqrt(ahead * ahead + aside * aside);
}

double inner(const Piece& p) { return p.left >= 0 ? p.left : p.right; }

}  // namespace

class @NAME@ : public Driver {
 public:
  @NAME@() {
    m_sName = "@NAME@";
    m_sAuthor = "Ludevo";
  }

  con_vec drive(situation& s) {
    con_vec result = CON_VEC_EMPTY;
    if (s.starting || pieces.empty()) build();
    result.fuel_amount = 150;
    if (@RESCUE@ && s.backward) { result.alpha = 1; result.vc = 25; return result; }
    const View at = look(s);
    const double first = @FIRST@;
    const double second = @SECOND@;
    @OUTPUT@
    return result;
  }

 private:
  std::vector<Piece> pieces;
  double width = 0, end_x = 0, end_y = 0;

  // Walls from the description of the track; where it lies and how it is turned does not matter.
  void build() {
    const track_desc track = get_track_description();
    pieces.clear();
    width = track.width;
    double x = 0, y = 0, angle = 0;
    for (int i = 0; i < track.NSEG; ++i) {
      Piece p = Piece();
      p.right = track.seg[i].radius;
      p.left = p.right == 0 ? 0 : p.right - width;
      p.extent = track.seg[i].length;
      p.x = x; p.y = y; p.sine = std::sin(angle); p.cosine = std::cos(angle);
      if (p.right == 0) {
        p.feet = p.extent;
        x += p.extent * p.cosine; y += p.extent * p.sine;
      } else {
        angle += p.right > 0 ? p.extent : -p.extent;
        p.feet = std::fabs(p.extent * (p.left + p.right) / 2);
        p.cx = x - p.right * p.sine; p.cy = y + p.right * p.cosine;
        x = p.cx + p.right * std::sin(angle); y = p.cy - p.right * std::cos(angle);
      }
      p.end = angle; p.end_sine = std::sin(angle); p.end_cosine = std::cos(angle);
      pieces.push_back(p);
    }
    end_x = x; end_y = y;
  }

  View look(const situation& s) const {
    const size_t here = s.seg_ID;
    const Piece &p = pieces[here], &next = pieces[(here + 1) % pieces.size()];
    View at = View();
    at.CR = feet(inner(p));
    at.NR = feet(inner(next));
    const double to_end = p.right == 0 ? s.to_end : std::fabs(s.to_end * (p.left + p.right) / 2);
    at.TE = std::fmax(feet(to_end), 0);
    at.NL = feet(next.feet);
    at.V = speed(s.v);
    at.NV = speed(s.vn);
    at.TL = feet(s.to_lft);
    at.TR = feet(s.to_rgt);
    at.TW = feet(width);
    at.AH = feet(400 * @BESIDE@);
    if (s.to_lft >= 0 && s.to_rgt >= 0 && s.v >= 1e-3) {
      double direction = p.end, x, y;
      if (p.right == 0) {
        const double gone = p.extent - s.to_end;
        x = p.x + gone * p.cosine - s.to_rgt * p.sine;
        y = p.y + gone * p.sine + s.to_rgt * p.cosine;
      } else {
        direction = p.right > 0 ? p.end - s.to_end : p.end + s.to_end;
        const double radius = p.right - s.to_rgt;
        x = p.cx + radius * std::sin(direction);
        y = p.cy - radius * std::cos(direction);
      }
      double along = std::sqrt(std::fmax(s.v * s.v - s.vn * s.vn, 0));
      if (s.backward) along = -along;
      const double sine = std::sin(direction), cosine = std::cos(direction);
      cast(here, x, y, (along * cosine - s.vn * sine) / s.v, (along * sine + s.vn * cosine) / s.v, at);
    }
    return at;
  }

  // Follows a straight line from segment to segment until it meets a wall.
  void cast(size_t number, double x, double y, double ux, double uy, View& at) const {
    double gone = 0;
    for (size_t i = 0; i <= pieces.size(); ++i) {
      const Piece& p = pieces[number];
      const double along = ux * p.end_cosine + uy * p.end_sine;
      double wall, to_end = HUGE_VAL, tx, ty;
      if (p.right == 0) {
        const double aside = (y - p.y) * p.cosine - (x - p.x) * p.sine, across = uy * p.cosine - ux * p.sine;
        wall = across == 0 ? HUGE_VAL : std::fmax(((across > 0 ? width : 0) - aside) / across, 0);
        tx = p.cosine; ty = p.sine;
        if (along > 0) to_end = std::fmax((p.extent - (x - p.x) * p.end_cosine - (y - p.y) * p.end_sine) / along, 0);
      } else {
        const double qx = x - p.cx, qy = y - p.cy, in = std::fabs(inner(p)), out = in + width;
        const double towards = qx * ux + qy * uy, squared = qx * qx + qy * qy, reach = towards * towards - squared;
        wall = towards < 0 && reach + in * in >= 0 && squared > in * in
                   ? -towards - std::sqrt(reach + in * in)
                   : -towards + std::sqrt(std::fmax(reach + out * out, 0));
        const double turn = p.left >= 0 ? 1 : -1;
        tx = -turn * (qy + wall * uy); ty = turn * (qx + wall * ux);
        wall = std::fmax(wall, 0);
        if (along > 0) {
          const double far = -(qx * p.end_cosine + qy * p.end_sine) / along;
          const double side = turn * ((qx + far * ux) * p.end_sine - (qy + far * uy) * p.end_cosine);
          if (far >= 0 && side > 0) to_end = far;
        }
      }
      if (wall <= to_end) {
        at.AH = feet(gone + wall);
        at.AA = @ANGLE@ * std::atan2(ux * ty - uy * tx, ux * tx + uy * ty);
        return;
      }
      gone += to_end; x += to_end * ux; y += to_end * uy;
      if (++number == pieces.size()) {
        // The seam need not close: what is kept is the place across the road and the direction along it.
        number = 0;
        const Piece& f = pieces[0];
        const double aside = (y - end_y) * p.end_cosine - (x - end_x) * p.end_sine;
        const double ahead = ux * p.end_cosine + uy * p.end_sine, across = uy * p.end_cosine - ux * p.end_sine;
        x = f.x - aside * f.sine; y = f.y + aside * f.cosine;
        ux = ahead * f.cosine - across * f.sine; uy = ahead * f.sine + across * f.cosine;
      }
    }
    at.AH = feet(gone);
    at.AA = 0;
  }
};

Driver* get@NAME@Instance() { return new @NAME@(); }
