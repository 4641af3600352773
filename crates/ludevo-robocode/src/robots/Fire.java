package sample;
import robocode.*;
import robocode.util.Utils;

/** Sits and turns its gun; moves aside when hit. */
public class Fire extends Robot {
  int distance = 50;
  public void run() { while (true) turnGunRight(5); }
  public void onScannedRobot(ScannedRobotEvent e) {
    fire(e.getDistance() < 50 && getEnergy() > 50 ? 3 : 1);
    scan();
  }
  public void onHitByBullet(HitByBulletEvent e) {
    turnRight(Utils.normalRelativeAngleDegrees(90 - (getHeading() - e.getHeading())));
    ahead(distance);
    distance *= -1;
    scan();
  }
  public void onHitRobot(HitRobotEvent e) {
    turnGunRight(Utils.normalRelativeAngleDegrees(e.getBearing() + getHeading() - getGunHeading()));
    fire(3);
  }
}
