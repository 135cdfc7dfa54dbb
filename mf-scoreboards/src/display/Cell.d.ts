import type { LayoutProps } from './layoutProps';
/** A scoreboard in the cell of a grid. */
export declare function Cell({ view, ...settings }: LayoutProps): import("react").JSX.Element;
