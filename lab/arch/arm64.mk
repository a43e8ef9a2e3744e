# Read by lab/lib.sh: KEY=value, the rest of the line is the value.
# For the kernel and for Debian.
KARCH=arm64
DEB_ARCH=arm64
CROSS_PREFIX=aarch64-linux-gnu-
KIMAGE=arch/arm64/boot/Image
# For QEMU: the program, its package, the machine, the virtio-serial device of the machine's bus.
QEMU=qemu-system-aarch64
QEMU_PACKAGE=qemu-system-arm
QEMU_ARGS=-machine virt -cpu cortex-a57
QEMU_SERIAL=virtio-serial-device
# For the kernel's command line.
CMDLINE=console=ttyAMA0 earlycon=pl011,0x9000000
