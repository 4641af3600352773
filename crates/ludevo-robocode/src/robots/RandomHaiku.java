package haiku;
import robocode.*;
import robocode.util.Utils;

/** Goes anywhere. */
public class RandomHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(Math.random() * 4 - 2);
    setAhead(Math.random() * 500 - 250);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + (setFireBullet(2) == null ? 0.05 : -0.05));
  }
}
