import { NoTrainingsPage } from '../../lib/no-trainings-page.tsx'

const AlgorithmRobustnessPage = () => (
  <NoTrainingsPage
    title="Algorithm robustness"
    missing="No trained application yet"
    purpose="This page shows how well a trained application performs on images that are blurred, noisy or stained differently."
  />
)

export default AlgorithmRobustnessPage
