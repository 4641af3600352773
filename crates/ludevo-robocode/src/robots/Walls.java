package sample;
import robocode.*;

/** Drives along the walls with its gun pointing inwards. */
public class Walls extends Robot {
  boolean peek;
  double length;
  public void run() {
    length = Math.max(getBattleFieldWidth(), getBattleFieldHeight());
    turnLeft(getHeading() % 90);
    ahead(length);
    peek = true;
    turnGunRight(90);
    turnRight(90);
    while (true) {
      peek = true;
      ahead(length);
      peek = false;
      turnRight(90);
    }
  }
  public void onScannedRobot(ScannedRobotEvent e) {
    fire(2);
    if (peek) scan();
  }
  public void onHitRobot(HitRobotEvent e) {
    if (e.getBearing() > -90 && e.getBearing() < 90) back(100);
    else ahead(100);
  }
}
