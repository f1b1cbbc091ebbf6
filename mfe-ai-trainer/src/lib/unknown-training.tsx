import { EmptyState, PageTitle } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useLaterRelease } from './later-release.ts'

/** Page for the id of a training: no training exists yet, so every id is unknown. */
export const UnknownTraining = ({ title }: { title: string }) => {
  const laterRelease = useLaterRelease()
  return (
    <>
      <PageTitle title={title} />
      <Card padding={0}>
        <EmptyState
          title="There is no such training"
          text={laterRelease}
          actions={
            <Button component={Link} to="/ai-trainer/training-overview">
              Back to Training Overview
            </Button>
          }
        />
      </Card>
    </>
  )
}
