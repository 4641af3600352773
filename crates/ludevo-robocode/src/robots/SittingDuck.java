package sample;
import robocode.*;

/** Does nothing. */
public class SittingDuck extends AdvancedRobot {
}
