import { useUsersById } from '@lamella/shared/queries'
import { InfoBar, LoadingRows, PageTitle } from '@lamella/shared/ui'
import { Button, Card, Group, Stack, Textarea } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useLeaveAfterOthers } from '../../lib/use-leave-deleted.ts'
import type { TypedText } from './typed-texts.ts'

interface GoneProjectProps {
  project: { id: string; name: string }
  /** Id of the user who has deleted it. */
  by: string
  /** What was being typed on the page that was open. */
  texts: readonly TypedText[]
}

/**
 * In the place of a page whose project others have deleted: leads to the projects list, or shows what was typed, to be copied. Nothing of the
 * project is asked for any more, which would end on an error page.
 */
export const GoneProject = ({ project, by, texts }: GoneProjectProps) => {
  const { find, error } = useUsersById([by], { retry: false })
  const person = find(by)
  const isKnown = person !== undefined || error !== null
  const who = person?.fullName
  const leave = useLeaveAfterOthers(project)
  const leaves = texts.length === 0 && isKnown
  const leaveNow = useEffectEvent(() => void leave(who ?? 'somebody else'))
  useEffect(() => {
    if (leaves) leaveNow()
  }, [leaves])
  if (texts.length === 0) return <LoadingRows />
  return (
    <>
      <PageTitle title={project.name} />
      {/* Announced once, when it is known who it was. */}
      {isKnown && (
        <InfoBar tone="error">
          {who ?? 'Somebody else'} deleted the project in the meantime. What you typed is still here, to be copied; it
          can no longer be saved.
        </InfoBar>
      )}
      <Card component="section" aria-label="What you typed">
        <Stack gap="md">
          {texts.map(({ label, text }, index) => (
            <Textarea key={`${index} ${label}`} label={label || 'Text'} value={text} readOnly autosize minRows={1} />
          ))}
          <Group justify="flex-end">
            <Button onClick={() => void leave(who ?? 'somebody else')}>Go to projects</Button>
          </Group>
        </Stack>
      </Card>
    </>
  )
}
