import type { DisplayProps } from '@multiball/shared/boards';
/** A scoreboard's newest game, alone on a screen or in the cell of a grid. */
export declare function ScoreboardDisplay({ bootstrap, scores, layout, options }: DisplayProps): import("react").JSX.Element;
