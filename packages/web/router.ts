/**
 * The exports of react-router that the frontends use, shared between them as one small module: sharing react-router whole
 * would ship all of it to every visitor (51 KB gzip more, measured), as a shared package is not tree-shaken.
 */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router';
