import type { PlayerLine } from './playerLines';
interface SoloProps {
    line: PlayerLine;
    digits: number;
    isOver: boolean;
}
/** One player has the screen: a score as wide as the wall. */
export declare function Solo({ line, digits, isOver }: SoloProps): import("react").JSX.Element;
export {};
