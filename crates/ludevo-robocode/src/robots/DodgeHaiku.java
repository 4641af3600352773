package haiku;
import robocode.*;
import robocode.util.Utils;

/** Starts when its enemy has lost energy, as by a shot, one way or the other. */
public class DodgeHaiku extends AdvancedRobot {
  double last = 100;
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setAhead(last > (last = e.getEnergy()) ? Math.random() < 0.5 ? 130 : -130 : getDistanceRemaining());
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + (setFireBullet(2) == null ? 0.03 : -0.03));
  }
}
