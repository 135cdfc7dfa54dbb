interface ScoreProps {
    value: bigint;
    digits: number;
    glow?: boolean;
    className?: string;
}
/**
 * A score that is never cut: its class gives `--height` and `--room`, both in `--u`, and the longest score
 * of the board decides which of the two binds.
 */
export declare function Score({ value, digits, glow, className }: ScoreProps): import("react").JSX.Element;
export {};
