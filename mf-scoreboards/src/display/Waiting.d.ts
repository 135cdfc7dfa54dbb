/** Before the first game: a machine that is switched on and waits. */
export declare const Waiting: () => import("react").JSX.Element;
