import { Text } from '@mantine/core'

/** Says quietly that a form holds what was typed into it before it was taken away. */
export function RestoredText({ shown }: { shown: boolean }) {
  return (
    <Text role="status" size="sm" c="var(--lm-text2)" mb={shown ? 'md' : 0}>
      {shown && 'Your text was restored.'}
    </Text>
  )
}
