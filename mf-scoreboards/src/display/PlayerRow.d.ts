import type { PlayerLine } from './playerLines';
/** Number, name, place and score of a player. */
export declare function PlayerRow({ line, digits }: {
    line: PlayerLine;
    digits: number;
}): import("react").JSX.Element;
