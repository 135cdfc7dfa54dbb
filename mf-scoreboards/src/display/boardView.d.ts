import type { Game, ScoreboardBootstrap, ScoreboardScores } from '@multiball/shared/schema';
/** What a scoreboard shows, read from its settings and its newest state. */
export interface BoardView {
    machine: string;
    venue: string;
    /** '' when the owner hides it */
    title: string;
    /** the newest game of the board's machines; undefined before the first */
    game: Game | undefined;
}
/** The machine is the one that the newest game is played on, else the board's first. */
export declare function boardView(bootstrap: ScoreboardBootstrap, scores: ScoreboardScores | undefined): BoardView;
