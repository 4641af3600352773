package sample;
import robocode.*;
import robocode.util.Utils;

/** Follows the robot it saw, and keeps close. */
public class Tracker extends Robot {
  int count;
  double turn;
  public void run() {
    setAdjustGunForRobotTurn(true);
    turn = 10;
    while (true) {
      turnGunRight(turn);
      count++;
      if (count > 2) turn = -10;
      if (count > 5) turn = 10;
    }
  }
  public void onScannedRobot(ScannedRobotEvent e) {
    count = 0;
    turn = Utils.normalRelativeAngleDegrees(e.getBearing() + (getHeading() - getRadarHeading()));
    turnGunRight(turn);
    if (e.getDistance() > 150) {
      turnRight(e.getBearing());
      ahead(e.getDistance() - 140);
      return;
    }
    fire(3);
    if (e.getDistance() < 100) {
      if (e.getBearing() > -90 && e.getBearing() <= 90) back(40);
      else ahead(40);
    }
    scan();
  }
  public void onHitRobot(HitRobotEvent e) {
    turn = Utils.normalRelativeAngleDegrees(e.getBearing() + (getHeading() - getRadarHeading()));
    turnGunRight(turn);
    fire(3);
    back(50);
  }
  public void onWin(WinEvent e) {
    int times = 0;
    while (times < 50) {
      turnRight(30);
      turnLeft(30);
      times++;
    }
  }
}
