/** What to do about a port that another program uses; undefined when it is free. */
export declare function findTakenPort(port: number): Promise<string | undefined>;
