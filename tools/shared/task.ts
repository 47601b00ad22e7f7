/** What every longer task gets from whoever started it. */
export interface Task {
	/** Takes a line for the user to read. */
	log: (line: string) => void;
	/** Aborted when the user wants to stop. */
	signal?: AbortSignal;
}
