import { Navigate } from 'react-router-dom'

/** Redirects the area's empty path to its dashboard (D1-2.4-14). */
const AreaPage = () => <Navigate to="/ai-trainer/dashboard" replace />

export default AreaPage
