# Read by lab/lib.sh: KEY=value, the rest of the line is the value.
# For the kernel and for Debian.
KARCH=arm
DEB_ARCH=armhf
CROSS_PREFIX=arm-linux-gnueabihf-
KIMAGE=arch/arm/boot/zImage
# For QEMU: the program, its package, the machine, the virtio-serial device of the machine's bus.
QEMU=qemu-system-arm
QEMU_PACKAGE=qemu-system-arm
QEMU_ARGS=-machine virt -cpu cortex-a15
QEMU_SERIAL=virtio-serial-device
# For the kernel's command line.
CMDLINE=console=ttyAMA0 earlycon=pl011,0x9000000
