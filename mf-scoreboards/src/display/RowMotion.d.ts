import { Component } from 'react';
import type { HTMLAttributes } from 'react';
interface RowMotionProps extends HTMLAttributes<HTMLDivElement> {
    /** rows move when it changes */
    moment: string;
}
type Boxes = Map<Element, DOMRect>;
/**
 * Moves what is inside from where it was to where it is now, by transform only: React sets the new layout at
 * once. Elements marked `data-moves` take part: 'panel' stretches, 'left' and 'right' grow from that edge,
 * 'fade' has changed its place for good and fades in there.
 */
export declare class RowMotion extends Component<RowMotionProps> {
    private readonly root;
    private boxes;
    getSnapshotBeforeUpdate(before: RowMotionProps): Boxes | null;
    componentDidUpdate(_before: RowMotionProps, _state: unknown, old: Boxes | null): void;
    render(): import("react").JSX.Element;
}
export {};
