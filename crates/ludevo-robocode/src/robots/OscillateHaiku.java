package haiku;
import robocode.*;
import robocode.util.Utils;

/** Swings across its enemy's line of fire, and fires the harder the nearer it is. */
public class OscillateHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(e.getBearingRadians() + Math.PI / 2);
    setAhead(100 * Math.sin(getTime() / 11.0));
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + (setFireBullet(450 / e.getDistance()) == null ? 0.03 : -0.03));
  }
}
