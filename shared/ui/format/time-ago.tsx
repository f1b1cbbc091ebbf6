import { Text, Tooltip } from '@mantine/core'
import { useNow } from './clock.ts'
import { relativeTime } from './relative-time.ts'
import { formatTimestamp } from './timestamp.ts'

export interface TimeAgoProps {
  /** A Date, or the ISO 8601 text of the API. */
  date: Date | string
}

/** "3 hours ago", kept up to date, with the exact local time as tooltip. */
export function TimeAgo({ date }: TimeAgoProps) {
  const now = useNow()
  const moment = new Date(date)
  return (
    <Tooltip label={formatTimestamp(moment)}>
      <Text component="time" inherit dateTime={moment.toISOString()}>
        {relativeTime(moment, now)}
      </Text>
    </Tooltip>
  )
}
