package haiku;
import robocode.*;
import robocode.util.Utils;

public class RamHaiku extends Robot {
  public void run() { while (true) turnGunRight(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    turnRight(e.getBearing());
    ahead(fireBullet(0.5 + e.getEnergy() / 50) == null ? e.getDistance() + 5 : -e.getDistance() * 0.7);
    turnGunRight(Utils.normalRelativeAngleDegrees(getHeading() + e.getBearing() - getGunHeading()) + e.getVelocity());
  }
}
