import type { Palette } from '@multiball/shared/display';
import type { CSSProperties } from 'react';
/** Where a player's colour is seen: on the black panel of the one who is lit, on an ordinary row, or on the page itself. */
export type Ground = 'lit' | 'row' | 'page';
/** A player's colours as custom properties: `--accent`, its tints, and what is written on it. */
export declare function accentStyle(palette: Palette, position: number, ground: Ground): CSSProperties;
