const groups: readonly (readonly string[])[] = [['uploading', 'restarting', 'queue'], ['paused'], ['added'], ['error']]

const groupOf = (status: string): number => {
  const index = groups.findIndex((statuses) => statuses.includes(status))
  return index < 0 ? groups.length : index
}

/** The uploads as they are listed: running ones first, then paused, waiting, failed and finished ones. */
export const byProgress = <Upload extends { status: string }>(uploads: readonly Upload[]): Upload[] =>
  uploads.toSorted((a, b) => groupOf(a.status) - groupOf(b.status))
