/** Three lane arrows that light one after the other; stepped by hand, since an endless animation draws every frame. */
export declare function LaneArrows({ className }: {
    className?: string;
}): import("react").JSX.Element;
