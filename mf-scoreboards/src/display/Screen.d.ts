import type { LayoutProps } from './layoutProps';
/** A scoreboard that has a screen of its own. */
export declare function Screen({ view, ...settings }: LayoutProps): import("react").JSX.Element;
