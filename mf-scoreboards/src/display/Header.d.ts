interface HeaderProps {
    machine: string;
    title: string;
    venue: string;
    /** 1 and up; anything else shows no ball */
    ball: number | null;
}
/** Which machine, where, and the ball in play. */
export declare function Header({ machine, title, venue, ball }: HeaderProps): import("react").JSX.Element;
export {};
