package haiku;
import robocode.*;
import robocode.util.Utils;

/** Follows the walls with a turning gun. */
public class WallHaiku extends AdvancedRobot {
  public void run() { while (true) ahead(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setFire(Math.min(3, 500 / e.getDistance()));
  }
  public void onHitWall(HitWallEvent e) {
    setTurnGunRight(Double.POSITIVE_INFINITY);
    turnRight(e.getBearing() + 90);
  }
}
