import type { Game } from '@multiball/shared/schema';
/** One player as the board shows it. */
export interface PlayerLine {
    /** slot, 1-6 */
    position: number;
    name: string;
    score: bigint;
    isUp: boolean;
    /** the one line that is lit: who is up, or who won */
    isLit: boolean;
    /** '1st Place' …, '' when none is shown */
    place: string;
    isFirst: boolean;
}
/** The players of a game in the order of their slots. Nobody has a place before somebody scored, or alone. */
export declare function playerLines(game: Game, enablePlayerRank: boolean): PlayerLine[];
