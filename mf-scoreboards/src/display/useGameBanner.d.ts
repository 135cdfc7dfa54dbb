import type { Banner } from '@multiball/shared/display';
import type { Game } from '@multiball/shared/schema';
/** What the status area says of a game: its modes in turn, or how it ended. */
export declare function useGameBanner(game: Game, machine: string, winnerMachineTitle: string | null): Banner & {
    isNew: boolean;
};
