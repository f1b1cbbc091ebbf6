import { samplePictures } from '@lamella/shared/blocks'
import { EmptyState, PageTitle } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'

/** Page of guests in place of the AI trainer (D1-2.4-31). */
const GuestPage = () => (
  <>
    <PageTitle title="AI Trainer" />
    <EmptyState
      pictures={samplePictures}
      title="As a guest of this organization you cannot start a training."
      text="You can still look at the projects and results that were shared with you."
      actions={
        <Button component={Link} to="/projects">
          View projects
        </Button>
      }
    />
  </>
)

export default GuestPage
