// A stand-in for what robots of RARS include, written from the facts about them: only what a robot of ours uses.
#pragma once

struct situation {
  double to_lft, to_rgt, to_end, v, vn, fuel;
  long damage;
  int seg_ID, backward, starting;
};

struct con_vec {
  double vc, alpha, fuel_amount;
  int request_pit;
  long repair_amount;
};

const con_vec CON_VEC_EMPTY = {0, 0, 0, 0, 0};

class Driver {
 public:
  virtual ~Driver() {}
  virtual con_vec drive(situation& s) = 0;

 protected:
  const char *m_sName = "", *m_sAuthor = "";
};
