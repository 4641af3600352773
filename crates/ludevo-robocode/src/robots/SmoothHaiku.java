package haiku;
import robocode.*;
import robocode.util.Utils;

/** Turns away before the walls, and turns its gun in steps. */
public class SmoothHaiku extends AdvancedRobot {
  public void run() {
    while (true) {
      setTurnRightRadians(Math.abs(getX() + 130 * Math.sin(getHeadingRadians()) - 400) > 370
          || Math.abs(getY() + 130 * Math.cos(getHeadingRadians()) - 300) > 270 ? 0.6 : 0);
      setAhead(100);
      turnGunRight(12);
    }
  }
  public void onScannedRobot(ScannedRobotEvent e) {
    setFire(e.getDistance() < 200 ? 3 : 1);
  }
}
