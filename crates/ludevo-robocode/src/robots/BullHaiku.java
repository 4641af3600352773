package haiku;
import robocode.*;
import robocode.util.Utils;

/** Rams, firing as it comes. */
public class BullHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(e.getBearingRadians());
    setAhead(e.getDistance() + 20);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + (setFireBullet(e.getDistance() < 150 ? 3 : 1) == null ? 0.02 : -0.02));
  }
}
