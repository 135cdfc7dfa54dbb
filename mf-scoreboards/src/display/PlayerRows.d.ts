import type { PlayerLine } from './playerLines';
interface PlayerRowsProps {
    lines: readonly PlayerLine[];
    digits: number;
}
/** Two to six players in the order of their slots; the one who is up has the larger row. */
export declare function PlayerRows({ lines, digits }: PlayerRowsProps): import("react").JSX.Element;
export {};
