import { Text } from '@mantine/core'

/** States in a form that a draft was restored into it. */
export function RestoredNotice({ shown }: { shown: boolean }) {
  return (
    <Text role="status" size="sm" c="var(--lm-text2)" mb={shown ? 'md' : 0}>
      {shown && 'Your text was restored.'}
    </Text>
  )
}
