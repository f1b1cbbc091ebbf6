/** The parts of the router in use; using another one fails the build. See shared/config/share-list.ts. */
export {
  createBrowserRouter,
  Link,
  Navigate,
  Outlet,
  RouterProvider,
  redirect,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
