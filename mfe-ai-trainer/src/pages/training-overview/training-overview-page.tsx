import { NothingTrained } from '../../lib/nothing-trained.tsx'

const TrainingOverviewPage = () => (
  <NothingTrained
    title="Training Overview"
    missing="No trainings yet"
    purpose="Every training of your organization is listed here, with its progress and result."
  />
)

export default TrainingOverviewPage
