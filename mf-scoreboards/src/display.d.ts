import type { BoardDisplay } from '@multiball/shared/boards';
/** How scoreboards look; what viewers, grids and previews load. */
export declare const display: BoardDisplay;
