/** Images that are shown beside the first one of a comparison, at most. */
export const mostBeside = 3
