/** Digits that all scores of a game are given room for. */
export declare function useLongest(game: number, scores: readonly bigint[]): number;
