import { samplePictures } from '@lamella/shared/blocks'
import { EmptyState, PageTitle } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useLaterRelease } from './later-release.ts'

interface NothingTrainedProps {
  /** Of the page (document 1 §2.4). */
  title: string
  /** What is missing, as in "No trainings yet". */
  missing: string
  /** What will be listed or shown here. */
  purpose: string
}

/** A page about trainings while there are none: what comes here, since when, and what can be done until then. */
export const NothingTrained = ({ title, missing, purpose }: NothingTrainedProps) => {
  const laterRelease = useLaterRelease()
  return (
    <>
      <PageTitle title={title} />
      <Card padding={0}>
        <EmptyState
          pictures={samplePictures}
          title={missing}
          text={`${purpose} ${laterRelease}`}
          actions={
            <Button component={Link} to="/ai-trainer/new-training">
              Prepare a training
            </Button>
          }
        />
      </Card>
    </>
  )
}
