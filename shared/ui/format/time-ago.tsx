import { Text, Tooltip } from '@mantine/core'
import { useNow } from './clock.ts'
import { relativeTime } from './relative-time.ts'
import { formatTimestamp } from './timestamp.ts'

export interface TimeAgoProps {
  /** A moment, as a Date or as the ISO text of the API. */
  date: Date | string
}

/** "3 hours ago", kept current, with the exact local time in the tooltip. */
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
