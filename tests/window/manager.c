// SPDX-License-Identifier: MIT
// The least that a window manager has to be so that windows can fill the screen: Xvfb has none, and then a
// program that asks for it asks nobody. Windows are mapped and sized as they wish, and get the keyboard;
// the message _NET_WM_STATE_FULLSCREEN (EWMH 1.5) makes one as large as the screen, or what it was before. It
// prints a line when it is ready, and ends with the display.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdbool.h>
#include <stdio.h>

enum
{
    STATE_REMOVE,
    STATE_ADD,
    STATE_TOGGLE,
};

typedef struct manager
{
    Display *display;
    Window root;
    Atom state, full;
    Window window; // that fills the screen, None: none does
    int x, y;      // where and how large it was
    unsigned int w, h;
} manager;

static void announce(manager *m)
{
    Atom supported[] = {m->state, m->full};
    const Window check = XCreateSimpleWindow(m->display, m->root, -9, -9, 1, 1, 0, 0, 0);
    const Atom checks = XInternAtom(m->display, "_NET_SUPPORTING_WM_CHECK", False);
    XChangeProperty(m->display, m->root, XInternAtom(m->display, "_NET_SUPPORTED", False), XA_ATOM,
                    32, PropModeReplace, (unsigned char *)supported, 2);
    XChangeProperty(m->display, m->root, checks, XA_WINDOW, 32, PropModeReplace,
                    (const unsigned char *)&check, 1);
    XChangeProperty(m->display, check, checks, XA_WINDOW, 32, PropModeReplace,
                    (const unsigned char *)&check, 1);
}

static void fill_screen(manager *m, Window window)
{
    Window root;
    unsigned int border, depth;
    const int screen = DefaultScreen(m->display);
    XGetGeometry(m->display, window, &root, &m->x, &m->y, &m->w, &m->h, &border, &depth);
    m->window = window;
    XMoveResizeWindow(m->display, window, 0, 0, (unsigned int)DisplayWidth(m->display, screen),
                      (unsigned int)DisplayHeight(m->display, screen));
    XChangeProperty(m->display, window, m->state, XA_ATOM, 32, PropModeReplace,
                    (const unsigned char *)&m->full, 1);
}

static void shrink(manager *m, Window window)
{
    XMoveResizeWindow(m->display, window, m->x, m->y, m->w, m->h);
    XChangeProperty(m->display, window, m->state, XA_ATOM, 32, PropModeReplace, NULL, 0);
    m->window = None;
}

static void take_message(manager *m, const XClientMessageEvent *message)
{
    if (message->message_type != m->state || (Atom)message->data.l[1] != m->full)
    {
        return;
    }
    const bool is_full = m->window == message->window;
    const bool wanted = message->data.l[0] == STATE_TOGGLE ? !is_full
                                                           : message->data.l[0] == STATE_ADD;
    if (wanted && !is_full)
    {
        fill_screen(m, message->window);
    }
    else if (!wanted && is_full)
    {
        shrink(m, message->window);
    }
}

/// As the window wishes; one that fills the screen stays so, and is that large when it is small again.
static void configure(manager *m, const XConfigureRequestEvent *request)
{
    if (request->window == m->window)
    {
        m->w = request->value_mask & CWWidth ? (unsigned int)request->width : m->w;
        m->h = request->value_mask & CWHeight ? (unsigned int)request->height : m->h;
        return;
    }
    XWindowChanges changes = {
        .x = request->x, .y = request->y, .width = request->width, .height = request->height};
    const unsigned int known = CWX | CWY | CWWidth | CWHeight;
    XConfigureWindow(m->display, request->window, (unsigned int)request->value_mask & known,
                     &changes);
}

/// Windows may be gone before they are served.
static int ignore(Display *display, XErrorEvent *error)
{
    (void)display;
    (void)error;
    return 0;
}

int main(void)
{
    manager m = {.display = XOpenDisplay(NULL)};
    if (m.display == NULL)
    {
        fprintf(stderr, "there is no display\n");
        return 1;
    }
    XSetErrorHandler(ignore);
    m.root = DefaultRootWindow(m.display);
    m.state = XInternAtom(m.display, "_NET_WM_STATE", False);
    m.full = XInternAtom(m.display, "_NET_WM_STATE_FULLSCREEN", False);
    announce(&m);
    XSelectInput(m.display, m.root, SubstructureRedirectMask | SubstructureNotifyMask);
    XSync(m.display, False);
    printf("ready\n");
    fflush(stdout);
    while (true)
    {
        XEvent event;
        XNextEvent(m.display, &event);
        if (event.type == MapRequest)
        {
            XMapWindow(m.display, event.xmaprequest.window);
        }
        else if (event.type == MapNotify && !event.xmap.override_redirect)
        {
            XSetInputFocus(m.display, event.xmap.window, RevertToPointerRoot, CurrentTime);
        }
        else if (event.type == ConfigureRequest)
        {
            configure(&m, &event.xconfigurerequest);
        }
        else if (event.type == ClientMessage)
        {
            take_message(&m, &event.xclient);
        }
    }
}
