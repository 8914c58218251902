/** Every page of the portal: its path, the frontend that draws it and its title. Anything else is "not found". */
export const pages = [
  { path: '/', frontend: 'shell', title: 'Home' },
  { path: '/about', frontend: 'shell', title: 'About Us' },
  { path: '/services', frontend: 'shell', title: 'Our Services' },
  { path: '/contact', frontend: 'shell', title: 'Contact Us' },
  { path: '/signin', frontend: 'resident', title: 'Sign In' },
  { path: '/signup', frontend: 'resident', title: 'Create Account' },
  { path: '/email-verification', frontend: 'resident', title: 'Email Verification Required' },
  { path: '/reset-password', frontend: 'resident', title: 'Reset Password' },
  { path: '/profile', frontend: 'resident', title: 'Profile' },
  { path: '/userDashboard', frontend: 'resident', title: 'User Dashboard' },
  { path: '/newrequest', frontend: 'resident', title: 'New Request' },
  { path: '/allrequests', frontend: 'resident', title: 'All Requests' },
  { path: '/adminsignin', frontend: 'admin', title: 'Admin Sign In' },
  { path: '/adminsignup', frontend: 'admin', title: 'Admin Registration' },
  { path: '/adminDashboard', frontend: 'admin', title: 'Administration Dashboard' },
  { path: '/myadmin', frontend: 'admin', title: 'Add New Tehsil' },
] as const;

export type Page = (typeof pages)[number];
export type Frontend = Page['frontend'];
