package sample;
import robocode.*;
import robocode.util.Utils;

/** Sits, and fires the harder the better its gun points. */
public class TrackFire extends Robot {
  public void run() { while (true) turnGunRight(10); }
  public void onScannedRobot(ScannedRobotEvent e) {
    double off = Utils.normalRelativeAngleDegrees(getHeading() + e.getBearing() - getGunHeading());
    turnGunRight(off);
    if (Math.abs(off) <= 3 && getGunHeat() == 0) fire(Math.min(3 - Math.abs(off), getEnergy() - .1));
    if (off == 0) scan();
  }
  public void onWin(WinEvent e) { turnRight(36000); }
}
